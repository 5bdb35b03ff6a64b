import { defineConfig } from '@playwright/test'

const GALLERY_PORT = Number(process.env.GALLERY_PORT ?? 5199)

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  workers: 2,
  // A shared machine may stand still for longer than a test waits: what passes only at the second try is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 360, height: 740 },
    // tests of what the worker does let it: `test.use(withWorker)`
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'Europe/Zurich',
    // what fades in has the wrong colors for a moment
    contextOptions: { reducedMotion: 'reduce' },
    // a trace costs a sixth of the time
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-gpu',
        '--enable-unsafe-swiftshader',
      ],
    },
  },
  webServer: {
    command: `npx vite --host 127.0.0.1 --port ${GALLERY_PORT} --strictPort`,
    cwd: '../..',
    url: `http://127.0.0.1:${GALLERY_PORT}/dev/ui`,
  },
  projects: [
    { name: 'app', testIgnore: 'gallery.spec.ts' },
    { name: 'gallery', testMatch: 'gallery.spec.ts', use: { baseURL: `http://127.0.0.1:${GALLERY_PORT}` } },
  ],
})
