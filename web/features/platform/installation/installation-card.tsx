import { Share, Smartphone } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { useSnapshot } from 'valtio'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { install, installation } from './installation-state.ts'

/** Says what installing the app is good for and does it, or on iOS shows how; nothing where there is nothing to do. */
export function InstallationCard() {
  const { way } = useSnapshot(installation)
  if (way === 'installed' || way === 'unavailable') return null
  return (
    <Card title={<FormattedMessage id="installation.title" />}>
      <Stack gap={3}>
        <Text>
          <FormattedMessage id={way === 'by-hand' ? 'installation.whyByHand' : 'installation.why'} />
        </Text>
        {way === 'by-hand' ? (
          <Stack gap={2} as="ol">
            <li>
              <Row gap={2}>
                <Icon of={Share} />
                <FormattedMessage id="installation.tapShare" />
              </Row>
            </li>
            <li>
              <FormattedMessage id="installation.tapAdd" />
            </li>
            <li>
              <FormattedMessage id="installation.openFromHome" />
            </li>
          </Stack>
        ) : (
          <Row>
            <Button kind="primary" icon={Smartphone} onClick={() => void install()}>
              <FormattedMessage id="installation.install" />
            </Button>
          </Row>
        )}
      </Stack>
    </Card>
  )
}
