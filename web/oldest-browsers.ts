/**
 * The oldest browsers that the app works in: the first Safari with push on iPhones, and Chrome and Firefox of that year. The
 * build writes for them, and a test of what is built names whatever they lack.
 */
export const oldestBrowsers = { safari: '16.4', chrome: '111', firefox: '115' } as const
