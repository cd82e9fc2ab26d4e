import { Easing, interpolate } from 'remotion'

const enterFrames = 16
const exitFrames = 7

/** 0 at the scene's first frame, 1 when it has arrived. */
export function entranceOf(frame: number, delayFrames = 0, lengthFrames = enterFrames): number {
  return interpolate(frame - delayFrames, [0, lengthFrames], [0, 1], {
    easing: Easing.bezier(0.16, 1, 0.3, 1),
    extrapolateLeft: 'clamp',
    extrapolateRight: 'clamp',
  })
}

/** 0 until shortly before the scene's end, close to 1 in its last frame. */
export function exitOf(frame: number, frameCount: number): number {
  return interpolate(frame, [frameCount - exitFrames, frameCount], [0, 1], {
    easing: Easing.bezier(0.32, 0, 0.67, 0),
    extrapolateLeft: 'clamp',
    extrapolateRight: 'clamp',
  })
}
