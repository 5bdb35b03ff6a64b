import { defineConfig } from '@playwright/test'

const GALLERY_PORT = Number(process.env.GALLERY_PORT ?? 5199)

/**
 * Tests that need the full Chromium: the headless shell has no camera, shows no notifications, and crashes when a worker answers without a network or when
 * signing in through the form leads to a sheet.
 */
const worksWithWorker =
  /with the worker|in the whole Chromium|(client-state|hotspot|offline|oldest-browsers|push|scan|setup)\.spec/

/** The headless shell has neither windows nor tabs, which saves a fifth of the time. */
const engine = (executablePath: string) => ({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-quic',
    // a name as on a home network: over plain http, browsers omit many features there that they offer on localhost
    '--host-resolver-rules=MAP hive.test 127.0.0.1',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-gpu',
    '--enable-unsafe-swiftshader',
  ],
})

export default defineConfig({
  testDir: '.',
  ...(process.env.TEST_ENGINE === 'postgres' && { globalSetup: '../support/server/postgres-setup.ts' }),
  outputDir: '../../test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  workers: 2,
  // A shared machine may stall for longer than a test waits; what passes only at the second try is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  timeout: 120_000,
  // long enough for a mail or a job of a server that gets hardly any processor time
  expect: { timeout: 40_000 },
  use: {
    viewport: { width: 360, height: 740 },
    // tests of the worker enable it: `test.use(withWorker)`
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'Europe/Zurich',
    // colors are wrong for a moment while something fades in
    contextOptions: { reducedMotion: 'reduce' },
    // a trace takes a sixth of the time; rerun a failing test alone with `--trace on`
    trace: 'on-first-retry',
    launchOptions: engine('/usr/bin/chromium-headless-shell'),
  },
  webServer: {
    command: `npx vite --host 127.0.0.1 --port ${GALLERY_PORT} --strictPort`,
    cwd: '../..',
    url: `http://127.0.0.1:${GALLERY_PORT}/dev/ui`,
  },
  projects: [
    { name: 'app', testIgnore: 'gallery.spec.ts', grepInvert: worksWithWorker },
    {
      name: 'worker',
      testIgnore: 'gallery.spec.ts',
      grep: worksWithWorker,
      use: { launchOptions: engine('/usr/bin/chromium') },
    },
    { name: 'gallery', testMatch: 'gallery.spec.ts', use: { baseURL: `http://127.0.0.1:${GALLERY_PORT}` } },
  ],
})
