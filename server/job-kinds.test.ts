import { expect, test } from 'vitest'
import { jobTypes } from '#domain/platform/job.ts'
import { jobKindsOf } from './job-kinds.ts'

test('the server can do each type of job that it offers', () => {
  const kinds = jobKindsOf({ database: { kind: 'file', file: 'any.sqlite' } })
  expect(Object.keys(kinds).sort()).toEqual([...jobTypes])
})
