import { expect, test } from 'vitest'
import { projectFiles, read } from './source-files.ts'

const index = read('docs/decisions/README.md')
const records = projectFiles('.md').filter((file) => /^docs\/decisions\/(?!README)/.test(file))

test.each(records)('%s has a date, and is in the index', (file) => {
  const source = read(file)
  const [, day] = /\*\*Decided on (\d{4}-\d\d-\d\d)\.\*\*/.exec(source) ?? []
  expect(day, 'begin it with **Decided on 2026-01-31.**').toBeDefined()
  const line = `- [${source.split('\n')[0]!.slice(2)}](${file.split('/').at(-1)}) (${day})`
  expect(index.split('\n'), 'add the line to its theme in docs/decisions/README.md').toContain(line)
})
