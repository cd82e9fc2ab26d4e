import type { VideoProps } from '../shared/video-props.ts'

/** What a composition shows when it is opened without a draft. */
export const sampleVideo: VideoProps = {
  format: 'story',
  language: 'en',
  brand: { name: 'Harbour Coffee', color: '#0f766e', site: 'harbourcoffee.example' },
  sound: true,
  scenes: [
    {
      id: 'open',
      kind: 'hook',
      caption: 'Coffee that was roasted this morning',
      narration: 'Every bag leaves the roastery on the day it was made.',
      scenery: 'ray',
      picture: null,
      frameCount: 90,
    },
    {
      id: 'figure',
      kind: 'number',
      caption: '24 hours from roaster to door',
      narration: '',
      scenery: 'step',
      picture: null,
      frameCount: 90,
    },
    {
      id: 'close',
      kind: 'call',
      caption: 'Order your first bag',
      narration: '',
      scenery: 'balloon',
      picture: null,
      frameCount: 90,
    },
  ],
}
