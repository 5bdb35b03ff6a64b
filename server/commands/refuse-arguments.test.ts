import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const server = path.join(import.meta.dirname, '..')

test('the server takes no options, and says where settings are', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(server, 'start.ts'), '--port', '9000'], {
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toBe(
    'There is no option --port 9000: settings are environment variables, as in "PORT=8081 npm start"\n',
  )
})
