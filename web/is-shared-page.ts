/** Whether this document was opened through a share link. It is independent of any session in the same browser, and may be embedded in somebody else's page. */
export const isSharedPage = (path: string): boolean => path.startsWith('/shared/')
