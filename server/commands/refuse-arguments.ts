/** Ends a server that was given options: it takes none, and one that starts without them would look as if it had understood. */
export function refuseArguments(given: readonly string[]): void {
  if (given.length === 0) return
  process.stderr.write(
    `There is no option ${given.join(' ')}: settings are environment variables, as in "PORT=8081 npm start"\n`,
  )
  process.exit(2)
}
