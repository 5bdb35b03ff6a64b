import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { productName } from '../../../app-settings.ts'
import { useIntl } from '../../../i18n/intl.tsx'

const shown = proxy<{ name: string | undefined }>({ name: undefined })

/** Names the screen after what it shows, such as one hive, instead of by its generic title. */
export function useScreenName(name: string | undefined): void {
  useEffect(() => {
    shown.name = name
    return () => {
      shown.name = undefined
    }
  }, [name])
}

/** Returns the text id of the open screen's title; the innermost screen wins. */
export const useScreenTitle = () =>
  useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title })

/** Shows the screen's name in the browser's title bar. */
export function DocumentTitle() {
  const intl = useIntl()
  const { name } = useSnapshot(shown)
  const id = useScreenTitle()
  // a screen's texts load with the screen
  const title = name ?? (id && id in intl.messages && intl.formatMessage({ id }))
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName
  }, [title])
  return null
}
