import { expect, test } from 'vitest'
import { armFaultPoint, faultPoint } from './fault-point.ts'

test('a point that is not armed does nothing', async () => {
  armFaultPoint({ NODE_ENV: 'test' })
  await expect(faultPoint('job.started')).resolves.toBeUndefined()
})

test('an armed point acts on its pass, and only once', async () => {
  armFaultPoint({ NODE_ENV: 'test', MAKARA_FAULT_POINT: 'beat.after:throw:2,job.started:throw' })
  await faultPoint('beat.after')
  await expect(faultPoint('beat.after')).rejects.toThrow('beat.after')
  await faultPoint('beat.after')
  await expect(faultPoint('job.started')).rejects.toThrow('job.started')
})

test.each([
  [{ MAKARA_FAULT_POINT: 'job.started:kill' }],
  [{ NODE_ENV: 'production', MAKARA_FAULT_POINT: 'job.started:kill' }],
  [{ NODE_ENV: 'test', MAKARA_FAULT_POINT: 'job.start:kill' }],
  [{ NODE_ENV: 'test', MAKARA_FAULT_POINT: 'job.started:die' }],
  [{ NODE_ENV: 'test', MAKARA_FAULT_POINT: 'job.started:kill:0' }],
])('%j is refused at the start', (environment) => {
  expect(() => armFaultPoint(environment)).toThrow('MAKARA_FAULT_POINT')
})
