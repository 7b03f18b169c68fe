package android.app

open class Application : android.content.Context() {
    open fun onCreate() = Unit
}

open class Activity : android.content.Context() {
    protected open fun onCreate(savedInstanceState: android.os.Bundle?) = Unit
    protected open fun onStart() = Unit
    protected open fun onStop() = Unit
    fun setContentView(view: android.view.View) = Unit
    val application: Application get() = throw NotImplementedError()
}
