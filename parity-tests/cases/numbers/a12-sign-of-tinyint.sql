-- A12: SIGN of TINYINT and SMALLINT does not compile in Flink 2.2.1; the job has to fail here, too.
-- mode: fails
-- include: integers.sql
SELECT SIGN(a) FROM integers;
-- answer:
--| java.lang.RuntimeException: Could not instantiate generated class 'StreamExecCalc$…'
--| org.apache.flink.util.FlinkRuntimeException: org.apache.flink.api.common.InvalidProgramException: Table program cannot be compiled. This is a bug. Please file an issue.
--| org.apache.flink.shaded.guava33.com.google.common.util.concurrent.UncheckedExecutionException: org.apache.flink.api.common.InvalidProgramException: Table program cannot be compiled. This is a bug. Please file an issue.
--| org.apache.flink.api.common.InvalidProgramException: Table program cannot be compiled. This is a bug. Please file an issue.
