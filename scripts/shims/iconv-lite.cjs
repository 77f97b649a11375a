// Stands for the package iconv-lite in the bundle, which minipass-fetch does without where it isn't: registries speak UTF-8.
throw new Error('iconv-lite is not part of Genlock');
