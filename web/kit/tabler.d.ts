// Icons are imported one by one: the package's index has thousands of modules, and its types cover only the index.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ForwardRefExoticComponent, RefAttributes, SVGProps } from 'react';

  type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref' | 'stroke'> & {
    size?: string | number;
    stroke?: string | number;
    title?: string;
  };
  const icon: ForwardRefExoticComponent<IconProps & RefAttributes<SVGSVGElement>>;
  export default icon;
}
