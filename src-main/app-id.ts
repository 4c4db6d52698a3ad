/** The name under which operating systems know the program. A test holds electron-builder.yml to it. */
export const appId = 'org.ballast.desktop';
