import type { Scale } from '#domain/hives/scale.ts'
import { NoteList } from '../../features/hives/interventions/diary.tsx'
import { NoteTiles } from '../../features/hives/interventions/note-tiles.tsx'
import type { ShownIntervention } from '../../features/hives/interventions/pending-interventions.ts'
import { SpokenNote } from '../../features/hives/interventions/spoken-note.tsx'
import type { InterventionDraft } from '../../features/hives/interventions/use-interventions.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Sheet } from '../../ui/overlay/sheet.tsx'

/** What is done at a hive during a visit, entered with large buttons or in words; the notes so far are listed below. */
export function HiveNotesSheet({
  scale,
  notes,
  busy,
  onNote,
  onRemove,
  onClose,
}: {
  /** Undefined when closed. */
  scale: Scale | undefined
  notes: readonly ShownIntervention[]
  busy: boolean
  onNote: (noted: Omit<InterventionDraft, 'scaleIds' | 'time' | 'visitId'>) => Promise<unknown>
  onRemove: (note: ShownIntervention) => void
  onClose: () => void
}) {
  return (
    <Sheet
      open={scale !== undefined}
      onClose={onClose}
      gloved
      title={scale?.name}
      footer={
        <Button wide onClick={onClose}>
          <FormattedMessage id="visit-screen.done" />
        </Button>
      }
    >
      <Stack>
        {/* a failure is reported where the change is made */}
        <NoteTiles onNote={(noted) => void onNote({ description: '', ...noted }).catch(() => undefined)} />
        {scale && <SpokenNote scaleId={scale.id} busy={busy} onNote={onNote} />}
        <NoteList interventions={notes} onRemove={onRemove} />
      </Stack>
    </Sheet>
  )
}
