import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiNouns, isNoun } from '../../server/platform/http/schemas/api-nouns.ts'

const folder = new URL('../../server/domain/', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))

test('every schema of #domain has its name in the description of the API', async () => {
  for (const file of files) {
    const module = (await import(new URL(file, folder).href)) as Record<string, unknown>
    const left = Object.entries(module).filter(([name, value]) => isNoun(value) && apiNouns.get(name) !== value)
    expect(
      left.map(([name]) => name),
      `add server/domain/${file} to server/platform/http/schemas/api-nouns.ts`,
    ).toEqual([])
  }
})
