/** Ends the simulation with the sentence that says which guarantee is broken. */
export function check(isKept: boolean, broken: string): asserts isKept {
  if (!isKept) throw new Error(`Broken: ${broken}`)
}
