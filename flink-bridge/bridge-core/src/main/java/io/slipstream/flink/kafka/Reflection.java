package io.slipstream.flink.kafka;

import java.lang.reflect.Field;

/** Reads what Flink's classes keep to themselves; the exact version is checked before. */
public final class Reflection {

    private Reflection() {}

    /** The value of a private field that the object's class or one of its superclasses declares. */
    public static Object field(Object object, String name) {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                return field.get(object);
            } catch (NoSuchFieldException e) {
                continue;
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("cannot read " + type.getName() + "." + name, e);
            }
        }
        throw new IllegalStateException(
                object.getClass().getName() + " has no field " + name + ": it is not of the version this was built for");
    }
}
