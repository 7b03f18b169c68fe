package android.view

import android.content.Context

open class View(val context: Context) {
    interface OnClickListener {
        fun onClick(view: View)
    }

    fun setOnClickListener(listener: (View) -> Unit) = Unit
    var alpha = 1f
}

open class ViewGroup(context: Context) : View(context)
