/** What the tokens of shares are sealed and hashed for. */
export const TOKEN_PURPOSE = 'share.token'
