/**
 * Whether this document was opened by a link of a share. It lives apart from the session that may be in the same browser, and
 * perhaps inside a page of somebody else.
 */
export const isSharedPage = (path: string): boolean => path.startsWith('/shared/')
