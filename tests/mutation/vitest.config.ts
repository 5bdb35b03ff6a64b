import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { warmPool } from './warm-pool.ts'

/** The tests that say what a mutant breaks: those of the shop, and no others. */
export default defineConfig({
  plugins: [
    {
      name: 'warm-pool',
      // Stryker names a pool of its own, over whatever stands below
      configureVitest: ({ project }) =>
        void Object.assign(project.config, { pool: warmPool.name, poolRunner: warmPool }),
    },
  ],
  test: {
    root: path.resolve(import.meta.dirname, '../..'),
    include: ['server/shop/**/*.test.ts', 'server/domain/shop/**/*.test.ts'],
    // what these tell of is not mutated
    exclude: ['server/shop/{orders/documents,qr-bill,shop-config}/**'],
    environment: 'node',
    // a mutant may stand still; Stryker ends it
    testTimeout: 20_000,
    hookTimeout: 30_000,
    isolate: false,
    setupFiles: ['tests/support/fail-on-console-error.ts'],
  },
})
