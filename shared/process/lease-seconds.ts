import { wholeNumber } from './whole-number.ts'

/** LEASE_SECONDS, the same for every process of a farm: how long a silent node keeps its jobs. */
export const leaseSeconds = wholeNumber({ min: 2, max: 600, fallback: 30 })
