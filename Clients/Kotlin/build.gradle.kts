// A module for apps: `include(":sectional")` and its folder in the app's settings.gradle.kts. It needs nothing but Kotlin's standard library.
plugins {
    kotlin("jvm")
}

kotlin.sourceSets["main"].kotlin.srcDir("Sources")
