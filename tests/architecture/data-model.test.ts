import { expect, test } from 'vitest'
import { DATA_MODEL, dataModelPage } from './data-model.ts'
import { read } from './source-files.ts'

test('the page of the data model shows what the migrations create', async () => {
  expect(read(DATA_MODEL), 'run node tests/architecture/data-model.ts').toBe(await dataModelPage())
})
