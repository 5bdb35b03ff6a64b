import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleAdministered as controller } from '../../../../../tests/support/samples/sample-administered.ts'
import { queryClient } from '../../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import { AdministeredForm } from './administered-form.tsx'
import { administeredQuery } from './administered-queries.ts'

const other = { ...controller, id: 2, name: 'Obstgarten' }
let stored: { id: number; name: string }[]
/** Whether lists get no more answers. */
let isSilent: boolean
/** Answers the save request. */
let answer: (reply: Response) => void

beforeEach(() => {
  stored = [controller, other]
  isSilent = false
  vi.stubGlobal('fetch', (_input: RequestInfo, init?: RequestInit) =>
    init?.method === 'POST' || isSilent
      ? new Promise<Response>((resolve) => {
          if (init?.method === 'POST') answer = resolve
        })
      : Promise.resolve(Response.json({ items: stored, nextCursor: null })),
  )
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const onSaved = vi.fn()
function ListAndForm() {
  const { data } = useInfiniteQuery(administeredQuery({}, false))
  return (
    <>
      <ul>
        {data?.pages
          .flatMap(({ items }) => items)
          .map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
      </ul>
      <AdministeredForm id="form" controller={controller} regions={[]} affiliations={[]} onSaved={onSaved} />
    </>
  )
}

const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
async function rename() {
  onSaved.mockReset()
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <ListAndForm />
    </QueryClientProvider>,
  )
  await screen.findByText('Obstgarten')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Waldrand 2' } })
  fireEvent.submit(document.forms[0]!)
  await waitFor(() => expect(names()).toEqual(['Waldrand 2', 'Obstgarten']))
}

test('an edit is shown before the server has answered, and stays', async () => {
  await rename()
  expect(onSaved).not.toHaveBeenCalled()
  stored = [{ ...controller, name: 'Waldrand 2' }, other]
  answer(Response.json({ message: 'Saved.' }))
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(names()).toEqual(['Waldrand 2', 'Obstgarten'])
})

test('a refused edit is reverted wherever it shows, with the reason', async () => {
  await rename()
  isSilent = true
  answer(Response.json({ code: 'forbidden', message: 'You may not do this.' }, { status: 403 }))
  await waitFor(() => expect(names()).toEqual(['Waldrand', 'Obstgarten']))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(onSaved).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Name')).toMatchObject({ value: 'Waldrand 2' })
})
