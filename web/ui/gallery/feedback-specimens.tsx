import { BellRing, Clock, Scale, TrendingDown, TrendingUp, WifiOff } from 'lucide-react'
import { Button } from '../button.tsx'
import { Badge } from '../display/badge.tsx'
import { Card } from '../layout/card.tsx'
import { Grid, Row, Stack } from '../layout/layout.tsx'
import { Banner } from '../status/banner.tsx'
import { EmptyState } from '../status/empty-state.tsx'
import { Progress } from '../status/progress.tsx'
import { Skeleton } from '../status/skeleton.tsx'
import { Spinner } from '../status/spinner.tsx'

export function FeedbackSpecimens() {
  return (
    <Stack gap={6}>
      <Row>
        <Badge>watched</Badge>
        <Badge tone="accent">new</Badge>
        <Badge tone="gain" icon={TrendingUp}>
          +1.24 kg
        </Badge>
        <Badge tone="loss" icon={TrendingDown}>
          −0.31 kg
        </Badge>
        <Badge tone="alarm" icon={BellRing}>
          2 alarms
        </Badge>
        <Badge tone="stale" icon={Clock}>
          9 h old
        </Badge>
        <Badge tone="ok">paid</Badge>
      </Row>
      <Stack gap={3}>
        <Banner title="Forwarding happens at most once an hour." />
        <Banner tone="accent" title="A new version is ready." actions={<Button>Reload</Button>} />
        <Banner tone="ok" title="The test alarm has arrived." />
        <Banner tone="stale" icon={WifiOff} title="No network">
          What you see is from 14:20. Changes are sent later.
        </Banner>
        <Banner tone="loss" title="The battery of Waldrand is low (3.41 V).">
          Charge it within two weeks.
        </Banner>
        <Banner
          tone="alarm"
          title="Swarm at Lindenhof 3"
          actions={
            <>
              <Button>It was one</Button>
              <Button>It was not</Button>
              <Button kind="quiet">Mute 1 h</Button>
            </>
          }
        >
          2.1 kg gone within 12 minutes, at 13:42.
        </Banner>
      </Stack>
      <Grid columns="card">
        <Card title="Waiting">
          <Skeleton />
          <Skeleton shape="stat" />
          <Progress label="Export" value={0.42} />
          <Progress label="Reading the file" />
          <Spinner />
        </Card>
        <Card>
          <EmptyState
            icon={Scale}
            title="No scale yet"
            next="Register the transmitter with the number on its back, then its scales appear here."
            action={<Button kind="primary">Register transmitter</Button>}
          />
        </Card>
        <Card>
          <Spinner size={200}>Checking the login …</Spinner>
        </Card>
      </Grid>
    </Stack>
  )
}
