package androidx.recyclerview.widget

import android.content.Context
import android.view.View
import android.view.ViewGroup

open class RecyclerView(context: Context) : ViewGroup(context) {
    abstract class ViewHolder(val itemView: View)

    abstract class Adapter<VH : ViewHolder> {
        abstract fun onCreateViewHolder(parent: ViewGroup, viewType: Int): VH
        abstract fun onBindViewHolder(holder: VH, position: Int)
        abstract fun getItemCount(): Int
        open fun getItemViewType(position: Int): Int = 0
        fun notifyDataSetChanged() = Unit
    }

    abstract class OnScrollListener {
        open fun onScrolled(recyclerView: RecyclerView, dx: Int, dy: Int) = Unit
    }

    open class LayoutManager

    var adapter: Adapter<*>? = null
    var layoutManager: LayoutManager? = null
    fun addOnScrollListener(listener: OnScrollListener) = Unit
    fun scrollToPosition(position: Int) = Unit
}

class LinearLayoutManager(context: Context) : RecyclerView.LayoutManager() {
    fun findFirstVisibleItemPosition(): Int = 0
    fun findLastVisibleItemPosition(): Int = 0
}

class AdapterListUpdateCallback(adapter: RecyclerView.Adapter<*>) {
    fun onInserted(position: Int, count: Int) = Unit
    fun onRemoved(position: Int, count: Int) = Unit
    fun onMoved(fromPosition: Int, toPosition: Int) = Unit
    fun onChanged(position: Int, count: Int, payload: Any?) = Unit
}
