import { expect, test } from 'vitest'
import { projectFiles, read } from './source-files.ts'

const settings = projectFiles('.ts')
  .filter((file) => file.startsWith('server/platform/config/') && !file.endsWith('.test.ts'))
  .flatMap((file) => [...read(file).matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name!))

test('each setting is in the table of the README', () => {
  expect(settings.length).toBeGreaterThan(50)
  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ')[0])
    .join('\n')
  expect(
    [...new Set(settings)].filter((name) => !rows.includes(`\`${name}\``)),
    'add a row for these',
  ).toEqual([])
})
