/** The purpose under which share tokens are sealed and hashed. */
export const TOKEN_PURPOSE = 'share.token'
