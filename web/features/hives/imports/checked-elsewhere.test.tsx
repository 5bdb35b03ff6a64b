import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Import, ImportFindings, ImportMapping } from '#domain/hives/import.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { checkedImport, foundInTable, weightMapping } from './checked-import.ts'
import { importQuery } from './import-queries.ts'
import { ImportScreen } from './import-screen.tsx'

const targets = ['Linde', 'Ahorn', 'Esche'].map((name, i) => ({ id: 3 + i, name, place: 'Wald' }))
const lines = ['Time;Weight;Hive;Place', '10.05.2026;43,2;a;b']
const checkedWith = (findings: ImportFindings, changes: Partial<ImportMapping> = {}): Import =>
  checkedImport({ lines, mapping: { ...weightMapping, ...changes }, findings })

/** Shows one import as the server has it. */
function show(first: Import) {
  const asked: { path: string; body: unknown }[] = []
  let stored = first
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const path = String(input)
    if (init?.method === 'POST') {
      asked.push({ path, body: JSON.parse(String(init.body)) })
      return Response.json({ code: 'import_checked_anew', message: 'Changed' }, { status: 409 })
    }
    return Response.json(path.endsWith('/7') ? stored : [stored])
  })
  const queryClient = createQueryClient()
  const { unmount } = renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <ImportScreen targets={targets} openId={7} onOpen={() => undefined} />
    </QueryClientProvider>,
  )
  return {
    asked,
    /** Another device had the file checked; `isSeen`: this one asked again since. */
    async change(to: Import, { isSeen }: { isSeen: boolean }) {
      stored = to
      if (isSeen) await queryClient.invalidateQueries({ queryKey: importQuery(7).queryKey })
    },
    close() {
      unmount()
      queryClient.clear()
      fetched.mockRestore()
    },
  }
}

test('storing says which check was seen, and if another came since, shows what that found', async () => {
  const shown = show(checkedWith(foundInTable))
  try {
    const store = await screen.findByRole('button', { name: 'Store 4 readings' })
    await shown.change(checkedWith({ ...foundInTable, readings: 2 }, { unit: 'g' }), { isSeen: false })
    fireEvent.click(store)
    await screen.findByRole('button', { name: 'Store 2 readings' })
    expect(shown.asked).toEqual([{ path: '/api/imports/7/confirm', body: { mapping: weightMapping } }])
  } finally {
    shown.close()
  }
})

test('names that another device had checked do not go to the scales of others', async () => {
  const names = (column: number, ...values: string[]): ImportFindings => {
    return { ...foundInTable, names: { column, isComplete: true, values: values.map((value) => ({ value, rows: 9 })) } }
  }
  const shown = show(checkedWith(names(2, 'Ahorn', 'Linde')))
  const scaleOf = (name: RegExp) => screen.getByRole<HTMLSelectElement>('combobox', { name }).value
  try {
    await screen.findByRole('combobox', { name: /Ahorn/ })
    expect([scaleOf(/Ahorn/), scaleOf(/Linde/)]).toEqual(['4', '3'])
    await shown.change(checkedWith(names(3, 'Esche', 'Wald'), { unit: 'g' }), { isSeen: true })
    await screen.findByRole('combobox', { name: /Esche/ })
    expect([scaleOf(/Esche/), scaleOf(/Wald/)]).toEqual(['5', ''])
  } finally {
    shown.close()
  }
})
