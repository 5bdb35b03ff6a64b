import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useIntl } from '../../i18n/intl.tsx'
import { IconButton } from '../button.tsx'
import styles from './pager.module.css'

/** Shows which rows out of how many are visible, with links to the others; goes below a `Table`. Pages count from 0. */
export function Pager({
  page,
  pageSize,
  total,
  onPage,
}: {
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}) {
  const intl = useIntl()
  const last = Math.min(total, (page + 1) * pageSize)
  return (
    <nav className={styles.pager} aria-label={intl.formatMessage({ id: 'ui.pages' })}>
      <span>{intl.formatMessage({ id: 'ui.page' }, { first: Math.min(total, page * pageSize + 1), last, total })}</span>
      <IconButton
        icon={ChevronLeft}
        label={intl.formatMessage({ id: 'ui.previousPage' })}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        icon={ChevronRight}
        label={intl.formatMessage({ id: 'ui.nextPage' })}
        disabled={last >= total}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
