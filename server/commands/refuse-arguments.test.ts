import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const server = path.join(import.meta.dirname, '..')

test.each(['start.ts', 'main.ts'])('%s takes no options, and says where settings are', (program) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(server, program), '--port', '9000'], {
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toBe(
    'There is no option --port 9000: settings are environment variables, as in "PORT=8081 npm start"\n',
  )
})
