import { statSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { warmPool } from './warm-pool.ts'

/** Pure tests first, then the small files: most mutants are found by one of these, and then no other test runs. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) =>
      moduleId.includes('/domain/') ? 0 : (statSync(moduleId, { throwIfNoEntry: false })?.size ?? 0)
    return files.toSorted((a, b) => cost(a) - cost(b))
  }
}

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
    exclude: ['server/shop/{orders/documents,qr-bill}/**', 'server/shop/shop-config/{shop-config,check}-*.test.ts'],
    environment: 'node',
    // Stryker ends a mutant that stands still; a busy machine that does is no reason to count one as found
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    setupFiles: ['tests/support/fail-on-console-error.ts'],
  },
})
