package io.slipstream.flink.kafka;

import java.lang.reflect.Field;

/** Reads what Flink's classes keep to themselves; the exact version is checked before. */
public final class Reflection {

    private Reflection() {}

    /** The value of a private field that the object's class or one of its superclasses declares. */
    public static Object field(Object object, String name) {
        return value(accessible(object.getClass(), name), object);
    }

    /** A private field that the class or one of its superclasses declares. */
    public static Field accessible(Class<?> declaring, String name) {
        for (Class<?> type = declaring; type != null; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                return field;
            } catch (NoSuchFieldException e) {
                continue;
            }
        }
        throw new IllegalStateException(
                declaring.getName() + " has no field " + name + ": it is not of the version this was built for");
    }

    /** The value of a field of {@link #accessible}. */
    public static Object value(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot read " + field.getDeclaringClass().getName() + "." + field.getName(), e);
        }
    }
}
