import { expect, it, vi } from 'vitest'
import { AppError } from '../../../platform/http/app-error.ts'
import { noteUnadmitted } from './note-refused.ts'

it('a body is inspected for a wrong key only, and not if there is no room for it', async () => {
  const readImei = vi.fn(async () => undefined)
  const deps = {} as Parameters<typeof noteUnadmitted>[0]
  for (const error of [
    new AppError(429, 'too_many_requests'),
    new AppError(413, 'body_too_large'),
    new Error('ours'),
  ]) {
    await noteUnadmitted(deps, error, readImei)
  }
  expect(readImei).not.toHaveBeenCalled()
  await noteUnadmitted(deps, new AppError(401, 'device_key_wrong'), readImei)
  expect(readImei).toHaveBeenCalledOnce()
})
