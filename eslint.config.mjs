import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'flink-bridge/', '.cache/', 'src/kernels/'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-new-func': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Function']",
          message: 'Only src/codegen/compile.ts makes functions from text.',
        },
      ],
    },
  },
  {
    files: ['src/codegen/compile.ts'],
    rules: { 'no-new-func': 'off', 'no-restricted-syntax': 'off', '@typescript-eslint/no-implied-eval': 'off' },
  },
);
