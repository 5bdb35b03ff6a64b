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

test('systemd and Docker start the server with the same options as npm start', () => {
  const optionsIn = (file: string, line: RegExp) => line.exec(read(file))![0].match(/--[a-z0-9-]+=\d+/g)
  const options = optionsIn('package.json', /"start": .*/)
  expect(options).toHaveLength(3)
  expect(optionsIn('docs/deployment.md', /^ExecStart=.*/m)).toEqual(options)
  expect(optionsIn('Dockerfile', /^CMD .*/m)).toEqual(options)
})
