import { Link } from '@tanstack/react-router'
import { NotebookPen } from 'lucide-react'
import { useIntl } from '../../../i18n/intl.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Hive } from './hives.ts'
import styles from './today.module.css'

/** A link to the hive's page with the focus on the note field; nothing for other people's hives. */
export function NoteLink({ hive: { scale, controller } }: { hive: Hive }) {
  const intl = useIntl()
  if (controller.access !== 'own') return null
  const label = intl.formatMessage({ id: 'dashboard.note' }, { hive: scale.name })
  return (
    <Link
      to="/scaleoverview/$expand/$scaleId"
      params={{ expand: String(controller.id), scaleId: String(scale.id) }}
      search={{ note: true }}
      className={styles.note}
      aria-label={label}
      title={label}
    >
      <Icon of={NotebookPen} />
    </Link>
  )
}
