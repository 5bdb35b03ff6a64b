/**
 * The oldest browsers in which the app works: the first Safari with push on iPhones, and Chrome and Firefox of the same year. The build targets them, and a
 * test of the build result reports whatever they lack.
 */
export const oldestBrowsers = { safari: '16.4', chrome: '111', firefox: '115' } as const
