import { defineConfig } from '@playwright/test'

/** `npm run test:engines`: the app in WebKit, in the engine of Safari 16 and in Gecko, one after the other on one server. */
export default defineConfig({
  testDir: '.',
  ...(process.env.TEST_ENGINE === 'postgres' && { globalSetup: '../support/server/postgres-setup.ts' }),
  outputDir: '../../test-results/engines',
  workers: 1,
  // A shared machine may stand still for longer than a test waits: what passes only at the second try is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  timeout: 240_000,
})
