/** Icons a menu entry can have, as lucide-react exports them; a fixed set, so that a bundle holds only those in use. */
const icons = (
  'Activity Archive Bell BookOpen Bookmark Box Briefcase Building Calendar Camera ChartBar ChartLine ChartPie Clipboard ' +
  'Clock Cloud Code CreditCard Database Download Eye File FileText Flag Folder Gauge Gift Globe Hash Heart House Image ' +
  'Inbox Info Key Layers LayoutDashboard Link List Lock Mail Map MapPin Megaphone MessageCircle MessageSquare Music ' +
  'Package Palette Paperclip Pencil Phone Puzzle Receipt Rocket Rss Search Send Server Settings Share Shield ShieldCheck ' +
  'ShoppingBag ShoppingCart Sliders Star Store Table Tag Target Terminal Ticket Trash Truck Upload User UserCog Users ' +
  'Video Wallet Webhook Wrench Zap'
).split(' ');

const byKey = new Map(icons.map((icon) => [keyOf(icon), icon]));

/** What stands for an icon that isn't in the set. */
export const defaultIcon = 'Puzzle';

/** The lucide-react export for a name in any spelling (`shopping-cart`, `ShoppingCart`); undefined if not in the set. */
export function iconNamed(name: string): string | undefined {
  return byKey.get(keyOf(name));
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
