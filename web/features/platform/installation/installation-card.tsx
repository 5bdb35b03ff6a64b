import { Smartphone } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Fill, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { InstallationPicture } from './installation-picture.tsx'
import { install, installation } from './installation-state.ts'

/** Explains why to install the app, and installs it or shows how; nothing if there is nothing to do. */
export function InstallationCard() {
  const { way } = useSnapshot(installation)
  if (way === 'installed' || way === 'unavailable') return null
  return (
    <Card title={<FormattedMessage id="installation.title" />}>
      <InstallationWays />
    </Card>
  )
}

const taps = {
  'by-hand': [
    ['share', 'installation.tapShare'],
    ['add', 'installation.tapAdd'],
    ['home', 'installation.openFromHome'],
  ],
  'by-menu': [
    ['menu', 'installation.tapMenu'],
    ['add', 'installation.tapInstall'],
    ['home', 'installation.openFromHome'],
  ],
} as const

/** The reasons to install, and either the install button or each tap the user has to make, with its picture. */
export function InstallationWays() {
  const { way } = useSnapshot(installation)
  if (way === 'installed' || way === 'unavailable') return null
  return (
    <Stack gap={3}>
      <Text>
        <FormattedMessage id={way === 'by-hand' ? 'installation.whyByHand' : 'installation.why'} />
      </Text>
      {way !== 'offered' ? (
        <Stack gap={3} as="ol">
          {taps[way].map(([scene, id]) => (
            <li key={scene}>
              <Row gap={3} wrap={false}>
                <InstallationPicture scene={scene} />
                <Fill>
                  <FormattedMessage id={id} />
                </Fill>
              </Row>
            </li>
          ))}
        </Stack>
      ) : (
        <Row>
          <Button kind="primary" icon={Smartphone} onClick={() => void install()}>
            <FormattedMessage id="installation.install" />
          </Button>
        </Row>
      )}
    </Stack>
  )
}
