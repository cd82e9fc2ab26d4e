import { defineConfig } from 'vitest/config'

// They wait for leases and clocks most of the time, so others may run beside them.
const processTests = [
  'render-node/chaos/**/*.e2e.test.ts',
  'render-node/farm-without-pixels.e2e.test.ts',
  'shared/postgres/schedule/schedule.e2e.test.ts',
  'server/admin/admin.e2e.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: 'shared/testing/database-server.ts',
    // Most tests wait for the database or for processes, so more run at once than there are cores.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit and database',
          include: ['{server,render-node,shared,compositions}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.e2e.test.ts', '**/node_modules/**'],
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: processTests,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'end to end',
          include: ['{server,render-node,shared,compositions}/**/*.e2e.test.ts'],
          exclude: [...processTests, '**/node_modules/**'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
