import { afterEach, expect, test, vi } from 'vitest'
import { OfflineError } from './api-error.ts'
import { whenSessionEnds } from './client.ts'
import { upload } from './upload.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Sends half of a file, then ends as specified, or never. */
function network(end: { status: number; type: string; text: string } | 'cut' | 'silent') {
  class HalfSent {
    upload: { onprogress?: (event: object) => void } = {}
    onload = () => {}
    onerror = () => {}
    onabort = () => {}
    onloadend = () => {}
    status = 0
    responseText = ''
    open() {}
    setRequestHeader() {}
    getResponseHeader = (name: string) => (name === 'Content-Type' && typeof end === 'object' ? end.type : null)
    abort() {
      this.onabort()
      this.onloadend()
    }
    send() {
      this.upload.onprogress?.({ lengthComputable: true, loaded: 50, total: 100 })
      if (end === 'silent') return
      if (end === 'cut') return this.onerror()
      Object.assign(this, { status: end.status, responseText: end.text })
      this.onload()
      this.onloadend()
    }
  }
  vi.stubGlobal('XMLHttpRequest', HalfSent)
}

const json = (status: number, body: unknown) => ({ status, type: 'application/json', text: JSON.stringify(body) })

test('an upload reports its progress, and returns the answer', async () => {
  network(json(201, { id: 7 }))
  const onProgress = vi.fn()
  expect(await upload('/imports', new Blob(['1']), onProgress)).toEqual({ id: 7 })
  expect(onProgress).toHaveBeenCalledWith(0.5)
})

test.each([
  ['a network that breaks off', 'cut'],
  ['the page of a hotspot', { status: 200, type: 'text/html; charset=utf-8', text: '<p>Sign in</p>' }],
  ['the page of a proxy', { status: 502, type: 'text/html', text: '<h1>Bad Gateway</h1>' }],
] as const)('%s does not count as an answer', async (_name, end) => {
  network(end)
  await expect(upload('/imports', new Blob(['1']), () => {})).rejects.toBeInstanceOf(OfflineError)
})

test('a network that vanished without a word ends the upload, one that is slow does not', async () => {
  vi.useFakeTimers()
  network('silent')
  const ended = vi.fn()
  upload('/imports', new Blob(['1']), () => {}).catch(ended)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).toHaveBeenCalledWith(expect.any(OfflineError))
})

test('an answer ends the waiting for it', async () => {
  vi.useFakeTimers()
  network(json(201, { id: 7 }))
  await upload('/imports', new Blob(['1']), () => {})
  expect(vi.getTimerCount()).toBe(0)
})

test('a refusal is reported with its message, and one because of a missing session ends the session', async () => {
  const ended = vi.fn()
  whenSessionEnds(ended)
  network(json(413, { message: 'The file is too large.', code: 'too_large' }))
  await expect(upload('/imports', new Blob(['1']), () => {})).rejects.toThrow('The file is too large.')
  expect(ended).not.toHaveBeenCalled()
  network(json(401, { message: 'Please sign in.', code: 'unauthorized' }))
  await expect(upload('/imports', new Blob(['1']), () => {})).rejects.toThrow('Please sign in.')
  expect(ended).toHaveBeenCalledOnce()
})
