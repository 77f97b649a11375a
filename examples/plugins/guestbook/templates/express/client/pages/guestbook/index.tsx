import { useGreeting } from '@/components/GreetingProvider';

export default function GuestbookPage() {
  const greeting = useGreeting();
  return (
    <>
      <h1 className="text-2xl font-semibold">{greeting}</h1>
{{#if settings.welcome}}
      <p className="text-muted-foreground mt-2">Leave a message.</p>
{{/if}}
    </>
  );
}
