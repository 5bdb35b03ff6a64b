import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ImportSummary } from '#domain/hives/import.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { useUndo } from './import-queries.ts'
import { useRowNames } from './row-words.ts'

/** Removes the readings that an import brought, after asking for confirmation. */
export function UndoButton({ of }: { of: Pick<ImportSummary, 'id' | 'name' | 'rowNames' | 'readings'> }) {
  const undo = useUndo()
  const { table } = useRowNames()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button icon={Undo2} busy={undo.isPending} onClick={() => setAsking(true)}>
        <FormattedMessage id="import.undo" />
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        danger
        title={<FormattedMessage id="import.undo.question" />}
        confirm={<FormattedMessage id="import.undo" />}
        onConfirm={() => {
          undo.mutate(of.id)
          setAsking(false)
        }}
      >
        <FormattedMessage id="import.undo.what" values={{ count: of.readings, name: table(of) }} />
      </Dialog>
    </>
  )
}
