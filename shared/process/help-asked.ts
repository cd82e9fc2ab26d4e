/** Whether a command was asked what it does. */
export function helpAsked(args: string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}
