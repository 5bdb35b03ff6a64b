/** Makes all files and folders that this process creates from now on private to its user. For the main thread of a program. */
export const keepPrivate = (): void => void process.umask(0o077)
