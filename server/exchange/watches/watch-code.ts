/** The purpose under which codes are hashed and sealed. */
export const WATCH_CODE = 'watch-code'
