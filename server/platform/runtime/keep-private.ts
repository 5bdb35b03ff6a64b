/** From here on files and folders that this process makes are its user's alone. For the main thread of a program. */
export const keepPrivate = (): void => void process.umask(0o077)
