import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'
import { asOptionsSay, withBehavior } from './lean-query.ts'

const root = path.join(import.meta.dirname, '../..')
const folder = path.dirname(createRequire(import.meta.url).resolve('@tanstack/query-core/package.json'))
const read = (file: string) => readFileSync(path.join(folder, 'build/modern', file), 'utf8')

it('a query knows nothing of pages, and observers of pages set how they are fetched', () => {
  expect(read('query.js')).toContain('infiniteQueryBehavior')
  expect(asOptionsSay(read('query.js'))).not.toContain('infiniteQueryBehavior')
  const observer = withBehavior(read('infiniteQueryObserver.js'))
  expect(observer).toMatch(/^import \{ hasNextPage, hasPreviousPage, infiniteQueryBehavior \} from/)
  expect(
    observer.match(/_type = "infinite"; options\.behavior = infiniteQueryBehavior\(options\.pages\);/g),
  ).toHaveLength(2)
  expect(observer.match(/_type = /g)).toHaveLength(2)
})

it('throws if the package has different code', () => {
  expect(() => asOptionsSay('const behavior = 1')).toThrow('of no use')
  expect(() => withBehavior('const behavior = 1')).toThrow('of no use')
})

it('only observers of pages fetch pages', () => {
  const files = globSync('{web,sw}/**/*.{ts,tsx}', { cwd: root, exclude: ['web/build/**'] })
  expect(files.length).toBeGreaterThan(500)
  const fetching = /\.(fetch|prefetch|ensure)?[iI]nfiniteQuery(Data)?\(/
  expect(files.filter((file) => fetching.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})
